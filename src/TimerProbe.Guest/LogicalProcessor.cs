namespace TimerProbe.Guest;

/// <summary>A processor a thread can run on.</summary>
/// <param name="Group">The processor group on Windows; 0 elsewhere.</param>
public readonly record struct LogicalProcessor(int Group, int Number)
{
    public override string ToString() => Group == 0 ? $"{Number}" : $"{Group}:{Number}";
}
