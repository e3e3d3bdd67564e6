-- Programs that know form 2 work with it.

-- How sure a home is: certain or inferred; null in rows of programs that knew certain ones only.
ALTER TABLE machine_state ADD COLUMN home_certainty TEXT;
