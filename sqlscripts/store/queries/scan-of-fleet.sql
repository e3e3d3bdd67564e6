SELECT scan.at, run.document_id, scan.is_full, scan.hosts, scan.home, scan.away, scan.unknown, scan.off, scan.vcenter_id
FROM vcenter_scan AS scan JOIN run ON run.id = scan.run_id JOIN vcenter ON vcenter.id = scan.vcenter_id
WHERE scan.at >= @from AND scan.at < @to AND (CAST(@server AS TEXT) IS NULL OR lower(vcenter.server) = lower(@server))
ORDER BY scan.at, scan.vcenter_id
