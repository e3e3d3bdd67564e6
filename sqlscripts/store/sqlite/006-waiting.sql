-- Programs that know form 2 work with it, and this one works without it.

-- What a watch found waits with an empty text, as in PostgreSQL.
DROP INDEX inbox_waiting;
CREATE INDEX inbox_to_take ON inbox (id, refused) WHERE COALESCE(refused, '') = '';
