-- Programs that know form 2 work with it, and this one works without it.

-- Nothing: in a file no account hands in documents by itself.
SELECT 1;
