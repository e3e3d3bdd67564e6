using System.Xml;
using TimerProbe.VSphere.Sessions;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads events, oldest first, page by page.</summary>
/// <param name="session">The session.</param>
/// <param name="meter">Counts the requests of this reader, beside the session's total.</param>
public sealed class EventReader(VSphereSession session, RequestMeter? meter = null)
{
    /// <summary>The most events a server gives at once.</summary>
    public const int PageSize = 1_000;

    /// <summary>Reads the events.</summary>
    /// <param name="filter">Which.</param>
    /// <param name="each">Takes each event as soon as it is read; called once per event, one call at a time, not on the caller's thread.</param>
    /// <param name="cancel">Ends it.</param>
    /// <returns>How many there were.</returns>
    /// <exception cref="VSphereException">It failed.</exception>
    public async Task<int> ReadAsync(EventFilter filter, Action<VSphereEvent> each, CancellationToken cancel)
    {
        var manager = session.Content.EventManager
            ?? throw new VSphereException(VSphereErrorKind.NotVSphere, $"{session.Named} has no event manager: its events cannot be read");
        // Of a reading that began anew, as after a login that had ended.
        var before = new List<KeySet>();
        var taken = 0;
        return await session.ReadAsync(async token =>
        {
            var keys = new KeySet();
            var isAgain = before.ToList();
            before.Add(keys);
            var collector = await session.SendAsync(EventCalls.CreateCollector(manager, filter), Calls.Reference, meter, token);
            try
            {
                await session.SendAsync(EventCalls.SetPageSize(collector, PageSize), Calls.Nothing, meter, token);
                await ReadPagesAsync(collector, keys, Take, () => taken >= filter.AtMost, token);
                return taken;
            }
            finally
            {
                await session.CleanUpAsync(EventCalls.Destroy(collector), meter, token);
            }

            void Take(VSphereEvent read)
            {
                if (isAgain.Exists(keys => keys.Contains(read.Key)))
                {
                    return;
                }

                if (++taken > session.Options.Limits.Events)
                {
                    throw new AnswerLimitException($"more events than the {session.Options.Limits.Events:N0} that are read");
                }

                each(read);
            }
        }, cancel);
    }

    /// <returns>Whether there may be another page.</returns>
    private static bool ReadPage(SoapReader soap, PageProgress<int> keys, Action<VSphereEvent> each)
    {
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            var read = EventParser.Read(soap);
            if (keys.Add(read.Key))
            {
                each(read);
            }
        }

        return keys.EndPage() switch
        {
            PageOutcome.Repeated => throw new XmlException("its pages of events bring nothing new"),
            PageOutcome.Exhausted => false,
            _ => true,
        };
    }

    private async Task ReadPagesAsync(ManagedObjectReference collector, KeySet known, Action<VSphereEvent> each, Func<bool> isEnough, CancellationToken cancel)
    {
        // Permissions are applied to a page after it was cut from the history, so that an account that may see little gets empty
        // pages with more to come; the API has no other sign of the end than several of them.
        var keys = new PageProgress<int>(session.Options.Limits.EmptyPages, known.Add);
        for (var isMore = true; isMore && !isEnough();)
        {
            isMore = await session.SendAsync(EventCalls.ReadNext(collector, PageSize), soap => ReadPage(soap, keys, each), meter, cancel);
        }
    }
}
