using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What a scan leaves besides its document: the state of each vCenter, what changed, and how each answered.</summary>
internal static class ScanSaving
{
    /// <exception cref="StoreException">Another scan has claimed all of it meanwhile.</exception>
    public static async Task<SavedRun> SaveAsync(StoreSession session, ScanDocument document, SavedRun run, RunTime time, ScanClaims? claims)
    {
        var lost = await LostClaims.FindAsync(session, claims, document.VCenters.Select(vcenter => vcenter.Server));
        IReadOnlyList<VCenterFacts> own = [.. document.VCenters.Where(vcenter => !lost.ContainsKey(vcenter.Server))];
        var changes = new List<FleetChange>();
        var late = new List<string>();
        var ahead = new Dictionary<string, DateTimeOffset>(StringComparer.Ordinal);
        foreach (var vcenter in own.Where(vcenter => vcenter.Status != ReadStatus.Failed))
        {
            var saving = new VCenterSaving(session, run.RunId, time, document.Scope);
            var found = await saving.SaveAsync(vcenter);
            changes.AddRange(found ?? []);
            if (found is null)
            {
                late.Add(vcenter.Server);
            }
            else if (saving.Before is { } before && time.Clock.IsFuture(before))
            {
                ahead[vcenter.Server] = before;
            }
        }

        var targets = await TargetRows.UpdateAsync(
            session,
            own.Select(vcenter => (vcenter.Server, vcenter.Status != ReadStatus.Failed, vcenter.IsReadAsExpected ? null : Problem(vcenter))),
            time);
        return run with { Changes = changes, Late = late, Ahead = ahead, Lost = lost, Targets = targets };
    }

    private static string Problem(VCenterFacts vcenter) => vcenter.Problems is [var first, ..] ? first : "it could not be read";
}
