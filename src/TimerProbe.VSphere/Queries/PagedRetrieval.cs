using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads the pages of one retrieval, from the first call to the last token.</summary>
internal sealed class PagedRetrieval(VSphereSession session, RequestMeter? meter)
{
    private readonly ManagedObjectReference _collector = session.Content.PropertyCollector;

    /// <summary>Reads all pages; a token that is left over is given back.</summary>
    public async Task ReadAsync(SoapCall first, ObjectContentReader reader, CancellationToken cancel)
    {
        string? token = null;
        try
        {
            for (var call = first; ; call = PropertyCalls.Continue(_collector, token))
            {
                token = await session.SendAsync(call, soap => token = reader.ReadPage(soap), meter, cancel);
                if (token is null)
                {
                    return;
                }
            }
        }
        catch (Exception error) when (token is not null && error is not VSphereException { Kind: VSphereErrorKind.NotAuthenticated })
        {
            await session.CleanUpAsync(PropertyCalls.Cancel(_collector, token), meter, cancel);
            throw;
        }
    }
}
