SELECT holder FROM scan_lock WHERE name = 'scan'
