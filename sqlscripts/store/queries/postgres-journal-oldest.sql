ALTER TABLE schema_script ADD COLUMN IF NOT EXISTS oldest bigint; UPDATE schema_script SET oldest = @oldest WHERE number = @number
