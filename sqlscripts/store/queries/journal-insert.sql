INSERT INTO schema_script (number, name, program) VALUES (@number, @name, @program)
