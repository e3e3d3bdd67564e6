namespace TimerProbe.Fuzz.Sql;

/// <summary>A SQL Server whose workloads take long by its clock alone, so that a run of all of them takes no time.</summary>
internal sealed class QuickServer : ServerModel
{
    private const double StepCost = 40;

    private static readonly DateTime Start = new(2026, 11, 21, 3, 0, 0, DateTimeKind.Unspecified);

    public TdsAnswer Answer(TdsRequest request)
    {
        if (!request.Says("AS result"))
        {
            return Facts(request);
        }

        var isNumber = request.Parameters.ContainsKey("@number") && !request.Parameters.ContainsKey("@count");
        var given = Convert.ToInt64(request.Parameters[isNumber ? "@number" : "@count"], CultureInfo.InvariantCulture);
        var steps = isNumber ? Math.Sqrt(given) / 2 : given;
        return TdsAnswer.Row(("started", Start), ("ended", Start.AddTicks((long)(steps * StepCost / 100) + 1)), ("result", given));
    }
}
