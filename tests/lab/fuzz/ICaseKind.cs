namespace TimerProbe.Fuzz;

/// <summary>One kind of hostile input.</summary>
internal interface ICaseKind
{
    /// <summary>Runs one case, which the random numbers make up.</summary>
    Task RunAsync(FuzzCase fuzz);
}
