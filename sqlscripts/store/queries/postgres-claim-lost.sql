SELECT name, holder FROM scan_lock WHERE name = ANY (string_to_array(@servers, chr(10))) AND token IS DISTINCT FROM @token ORDER BY name
