using System.IO.Compression;
using System.Net.Http.Headers;

namespace TimerProbe.VSphere.Soap;

/// <summary>Unpacks the body of an answer, with a bound on what comes over the wire: what is packed may unpack to nothing for ever.</summary>
internal static class AnswerBody
{
    /// <exception cref="AnswerLimitException">It is packed in a way that was not asked for.</exception>
    public static Stream Open(Stream wire, HttpContentHeaders headers, SoapAnswerLimits limits) => headers.ContentEncoding.ToArray() switch
    {
        [] => wire,
        ["gzip" or "x-gzip"] => new GZipStream(new BoundedStream(wire, limits.PackedBytes), CompressionMode.Decompress),
        ["deflate"] => new ZLibStream(new BoundedStream(wire, limits.PackedBytes), CompressionMode.Decompress),
        ["identity"] => wire,
        _ => throw new AnswerLimitException("a packing that was not asked for"),
    };

    private sealed class BoundedStream(Stream inner, long most) : ReadOnlyStream
    {
        private long _count;

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var read = await inner.ReadAsync(buffer, cancellationToken);
            _count += read;
            return _count <= most ? read : throw new AnswerLimitException($"more than {most:N0} packed bytes");
        }

        public override int Read(Span<byte> buffer) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                inner.Dispose();
            }

            base.Dispose(disposing);
        }
    }
}
