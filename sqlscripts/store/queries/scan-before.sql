SELECT scan.at, run.document_id, scan.is_full, scan.hosts, scan.home, scan.away, scan.unknown, scan.off
FROM vcenter_scan AS scan JOIN run ON run.id = scan.run_id
WHERE scan.vcenter_id = @id AND scan.at < @before
ORDER BY scan.at DESC
LIMIT @most
