SELECT number, program FROM schema_script ORDER BY number DESC LIMIT 1
