namespace TimerProbe.VSphere;

/// <summary>
/// What a server may send at most, all in one place. What goes beyond is refused while it is read, in bounded memory. The
/// figures are several times what the largest vCenter sends; <c>docs/security.md</c> lists them.
/// </summary>
internal sealed record SoapAnswerLimits
{
    /// <summary>The bytes of one answer, unpacked.</summary>
    public long Bytes { get; init; } = 256L << 20;

    /// <summary>
    /// The bytes of one piece, whatever it is made of: a text, a tag with its attributes, a comment, white space; and of all names.
    /// The longest piece an honest server sends is a guest's variable of 64 KiB, its characters escaped.
    /// </summary>
    public int PieceBytes { get; init; } = 2 << 20;

    public int TextCharacters { get; init; } = 16_384;

    public int Depth { get; init; } = 64;

    /// <summary>How many elements of one answer are kept. A view of the 45,000 machines of the largest vCenter has as many.</summary>
    public int Items { get; init; } = 500_000;

    /// <summary>How many objects of one kind a server may have. The largest vCenter has 45,000 machines.</summary>
    public int Objects { get; init; } = 100_000;

    public long KeptCharacters { get; init; } = 32_000_000;

    /// <summary>
    /// The characters of the names of machines, hosts and accounts that are kept of a server's events, each name counted once and
    /// with 16 more for itself. Events name machines that are gone by now: half a million of them fit.
    /// </summary>
    public int EventNames { get; init; } = 16_000_000;

    public int Events { get; init; } = 1_000_000;

    public int EmptyPages { get; init; } = 3;
}
