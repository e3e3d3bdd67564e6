using System.Text;

namespace TimerProbe.Cli.Tests.Reports;

/// <summary>Keeps what is written.</summary>
internal sealed class MemoryOutput : DocumentOutput
{
    private readonly MemoryStream _stream = new();

    public string Text => Encoding.UTF8.GetString(_stream.ToArray());

    public byte[] Bytes => _stream.ToArray();

    protected override string Name => "memory";

    public override void Dispose() => _stream.Dispose();

    protected override void WriteWhole(Action<Stream> write) => write(_stream);
}
