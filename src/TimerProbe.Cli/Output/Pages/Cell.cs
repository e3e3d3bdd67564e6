namespace TimerProbe.Cli.Output;

/// <summary>A cell; the columns of the highest rank are the first to go when a line is too long, rank 0 stays.</summary>
/// <param name="Spans">Whether it may be wider than its column: the cells after it are empty.</param>
internal sealed record Cell(string Text, bool Right = false, int Rank = 0, bool Spans = false);
