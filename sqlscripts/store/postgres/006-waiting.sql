-- Programs that know form 2 work with it, and this one works without it.

-- What a watch found waits with an empty text, which programs that do not know it take for refused.
CREATE INDEX inbox_to_take ON inbox (id) WHERE COALESCE(refused, '') = '';
