namespace TimerProbe.VSphere.Inventory;

internal sealed class Step(string name, IProgress<(string Step, int Count)>? progress)
{
    private const int Stride = 1_000;

    private int _count;

    public RequestMeter Meter { get; } = new();

    public bool WholeSettings { get; set; }

    public void Advance()
    {
        if (++_count % Stride == 0)
        {
            progress?.Report((name, _count));
        }
    }

    public void End() => progress?.Report((name, _count));
}
