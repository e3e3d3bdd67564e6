namespace TimerProbe.Reporting.Tests;

public sealed class WrittenInPiecesTests
{
    /// <summary>What a page is kept to before it is written, with room for what is added last.</summary>
    private const int LongestPiece = 80 * 1024;

    public static TheoryData<string> Formats => [.. Writers.Keys];

    private static Dictionary<string, Action<ScanDocument, TextWriter>> Writers { get; } = new(StringComparer.Ordinal)
    {
        ["csv"] = ScanCsv.Write,
        ["html"] = ScanHtml.Write,
        ["markdown"] = SampleScan.Markdown,
        ["openmetrics"] = (document, output) => ScanOpenMetrics.Write(document, new MetricView(HasDetails: true), output),
        ["ps1"] = RemediesScript.PowerShell,
        ["sh"] = RemediesScript.Shell,
    };

    [Theory]
    [Trait("Takes", "seconds")]
    [MemberData(nameof(Formats))]
    public void A_large_scan_is_never_one_text(string format)
    {
        using var output = new PieceWriter();
        Writers[format](LargeScan.Document, output);
        Assert.InRange(output.MaxLength, 1, Math.Min(LongestPiece, output.Length / 8));
    }

    private sealed class PieceWriter : TextWriter
    {
        public int MaxLength { get; private set; }

        public int Length { get; private set; }

        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => Add(1);

        public override void Write(string? value) => Add(value?.Length ?? 0);

        public override void Write(char[] buffer, int index, int count) => Add(count);

        public override void Write(ReadOnlySpan<char> buffer) => Add(buffer.Length);

        public override void Write(StringBuilder? value) => Add(value?.Length ?? 0);

        private void Add(int length) => (MaxLength, Length) = (Math.Max(MaxLength, length), Length + length);
    }
}
