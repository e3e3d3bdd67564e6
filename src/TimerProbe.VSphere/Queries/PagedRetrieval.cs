using TimerProbe.VSphere.Sessions;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads the pages of one retrieval, from the first call to the last token.</summary>
internal sealed class PagedRetrieval(VSphereSession session, RequestMeter? meter)
{
    private readonly ManagedObjectReference _collector = session.Content.PropertyCollector;

    /// <summary>Reads all pages; a token that is left over is given back.</summary>
    public async Task ReadAsync(SoapCall first, ObjectContentReader reader, CancellationToken cancel)
    {
        try
        {
            for (var call = first; await session.SendAsync(call, reader.ReadPage, meter, cancel);)
            {
                call = PropertyCalls.Continue(_collector, reader.Token!);
            }
        }
        catch (Exception error) when (reader.Token is not null && error is not VSphereException { Kind: VSphereErrorKind.NotAuthenticated })
        {
            await session.CleanUpAsync(PropertyCalls.Cancel(_collector, reader.Token), meter, cancel);
            throw;
        }
    }
}
