namespace TimerProbe.Core.Placement;

/// <summary>Which result of a machine counts, of what its guest published and what was filed.</summary>
internal sealed record ResultChoice
{
    public JoinedGuest? Result { get; private init; }

    /// <summary>Why the published one says nothing of now; null when it does, or there is none.</summary>
    public Problem? NotOwnReason { get; private init; }

    /// <summary>Why the filed one does not count; null when it does, or there is none.</summary>
    public Problem? NotFiledReason { get; private init; }

    public bool IsFiledStale { get; private init; }

    /// <summary>The result with the frequency of the machine's power-on; null when none has it.</summary>
    public JoinedGuest? Home { get; private init; }

    public static ResultChoice From(
        VirtualMachineFacts machine, PublishedCheck? own, GuestResult? filed, DateTimeOffset now, TimeSpan maxAge)
    {
        var published = own is null ? null : GetResult(own, GuestCandidates.ByMachine, GuestSource.Published);
        var document = filed?.Measured;
        var ownProblem = own is null ? null : GetStaleOrOldReason(machine, own.MeasuredAt, now, maxAge);
        var filedProblem = filed is null ? null : GetStaleReason(filed, machine, now, maxAge);
        var counts = Newest(published, ownProblem, document, filedProblem);
        var mayShowStale = filed is { IsStored: true } && machine.Placement != Facts.Placement.Off;
        return new ResultChoice
        {
            Result = counts ?? Stale(published, ownProblem) ?? (mayShowStale ? Stale(document, filedProblem) : null),
            NotOwnReason = ownProblem,
            NotFiledReason = filed is null || counts == document ? null : filedProblem ?? GetBehindReason(filed),
            IsFiledStale = filedProblem is not null,
            Home = new[] { counts, published, document }.OfType<JoinedGuest>().FirstOrDefault(
                result => result.VirtualTscHz is not null && ResultAge.ShowsHome(machine, result.MeasuredAt!.Value, now, maxAge)),
        };
    }

    private static JoinedGuest? Newest(JoinedGuest? published, Problem? publishedProblem, JoinedGuest? document, Problem? documentProblem)
    {
        var own = publishedProblem is null ? published : null;
        var filed = documentProblem is null ? document : null;
        // Names repeat: what is a guest's for sure comes before what may be another's.
        return own is null || (filed is { MatchedBy: GuestCandidates.ByUuid } && filed.MeasuredAt > own.MeasuredAt) ? filed : own;
    }

    private static Problem? GetStaleReason(GuestResult filed, VirtualMachineFacts machine, DateTimeOffset now, TimeSpan maxAge) =>
        filed.IsStored ? GetStaleOrOldReason(machine, filed.MeasuredAt, now, maxAge)
        : ResultAge.GetStaleReason(ProblemCode.ResultUnmatched, machine, filed.MeasuredAt, now, maxAge);

    private static Problem? GetStaleOrOldReason(
        VirtualMachineFacts machine, DateTimeOffset measuredAt, DateTimeOffset now, TimeSpan maxAge) =>
        ResultAge.GetStaleReason(ProblemCode.ResultStale, machine, measuredAt, now, maxAge)
            ?? ResultAge.TooOld(ProblemCode.ResultStale, measuredAt, now, maxAge);

    private static JoinedGuest? Stale(JoinedGuest? result, Problem? why) =>
        result is null ? null : result with { Stale = why!.ToString(), StaleDetails = why };

    private static Problem GetBehindReason(GuestResult filed) => filed.Measured.MatchedBy == GuestCandidates.ByName
        ? Problem.Create(ProblemCode.ResultUnmatched, "the virtual machine of this name has published a result itself")
        : Problem.Create(ProblemCode.ResultUnmatched, "a newer result that the virtual machine has published is at hand");

    public static JoinedGuest GetResult(PublishedCheck check, string matchedBy, GuestSource source) =>
        new(check.Id, check.State, check.Cause, matchedBy)
        {
            MeasuredAt = check.MeasuredAt,
            PreciseTimeNs = check.PreciseTime,
            VirtualTscHz = check.VirtualTscHz,
            Source = source,
        };
}

/// <summary>Whether a guest's result says anything of where its machine is now.</summary>
internal static class ResultAge
{
    public static readonly TimeSpan MaxAhead = TimeSpan.FromMinutes(10);

    /// <summary>Null when it says something of now. Where vCenter reports no time on, age, moves, resumes and reverts decide.</summary>
    public static Problem? GetStaleReason(
        ProblemCode code, VirtualMachineFacts machine, DateTimeOffset measuredAt, DateTimeOffset now, TimeSpan maxAge)
    {
        var isOn = HomeFinder.HasBeenOnSince(machine, measuredAt);
        return machine.Placement == Facts.Placement.Off ? Problem.Create(code, "the virtual machine is off")
            : isOn == false ? Problem.Create(code, "it was measured before the virtual machine was last powered on")
            : measuredAt < machine.MovedAt ? Problem.Create(code, "it was measured before the virtual machine last changed hosts")
            : measuredAt < machine.ResumedAt ? Problem.Create(code, "it was measured before the virtual machine was last resumed")
            : measuredAt < machine.RevertedAt ? Problem.Create(code, "it was measured before the virtual machine was last reverted to a snapshot")
            : isOn is null ? TooOld(code, measuredAt, now, maxAge)
            : null;
    }

    /// <summary>Why it is from a time that has not come yet; null when it is not.</summary>
    public static Problem? FromFuture(ProblemCode code, DateTimeOffset measuredAt, DateTimeOffset now) =>
        measuredAt - now > MaxAhead ? Problem.Create(code, "it is from the future: the guest's clock, or this machine's, is wrong") : null;

    /// <summary>Why it is too old, whatever happened since; null when it is not.</summary>
    public static Problem? TooOld(ProblemCode code, DateTimeOffset measuredAt, DateTimeOffset now, TimeSpan maxAge) =>
        now - measuredAt > maxAge ? Problem.Create(code, $"it is older than {PlainText.Span(maxAge)}") : null;

    public static bool ShowsHome(VirtualMachineFacts machine, DateTimeOffset measuredAt, DateTimeOffset now, TimeSpan maxAge) =>
        !(measuredAt < machine.RevertedAt) && (HomeFinder.HasBeenOnSince(machine, measuredAt) ?? now - measuredAt <= maxAge);
}
