-- A role that can read the tables of one schema and nothing else. Run it as a role that
-- may create roles and owns the schema (a superuser, say), once for each schema that rules read:
--
--   psql billing -v role=countercheck -v schema=billing -v owner=billing_owner \
--        -f grant-read-only.sql
--
-- `owner` is the role that creates the tables, so that tables made later can be read as well.
-- The password is not set here: use \password in psql, or a client certificate.
\set ON_ERROR_STOP on

BEGIN;

SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') AS is_new \gset
\if :is_new
CREATE ROLE :"role" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
\endif

-- A second wall only: any session may switch this off again. What holds is that the role has no
-- right to write.
ALTER ROLE :"role" SET default_transaction_read_only = on;

SELECT current_database() AS database \gset
GRANT CONNECT ON DATABASE :"database" TO :"role";
GRANT USAGE ON SCHEMA :"schema" TO :"role";
GRANT SELECT ON ALL TABLES IN SCHEMA :"schema" TO :"role";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"schema" GRANT SELECT ON TABLES TO :"role";

COMMIT;

-- What the role inherits from PUBLIC: the first line closes `public` on servers before Postgres 15.
-- Both change what others may do, so they are for you to decide.
-- REVOKE CREATE ON SCHEMA public FROM PUBLIC;
-- REVOKE TEMPORARY ON DATABASE … FROM PUBLIC;
