namespace TimerProbe.VSphere.Queries;

/// <summary>Reads events, oldest first, page by page. The meter counts its requests beside the session's total.</summary>
internal sealed class EventReader(VSphereSession session, RequestMeter? meter = null)
{
    public const int PageSize = 1_000;

    /// <summary>
    /// Reads the events of concrete types such as <c>VmPoweredOnEvent</c>, which do not include types derived from them, and of
    /// extended events by their ids, such as <c>com.vmware.vc.ha.VmRestartedByHAEvent</c>. Full messages are never asked for.
    /// </summary>
    /// <param name="from">The server's time of the first; null for the oldest kept.</param>
    /// <param name="maxEvents">The reading ends with the page that makes it this many; null reads all.</param>
    /// <returns>How many there were.</returns>
    public async Task<int> ReadAsync(
        IReadOnlyList<string> types,
        DateTimeOffset? from,
        Action<VSphereEvent> handle,
        CancellationToken cancellationToken,
        int? maxEvents = null)
    {
        var manager = session.Content.EventManager
            ?? throw new VSphereException(VSphereErrorKind.NotVSphere, $"{session.Named} has no event manager: its events cannot be read", session.Named);
        // Of a reading that began anew, as after a login that had ended.
        var before = new List<KeySet>();
        var taken = 0;
        return await session.ReadAsync(async token =>
        {
            var keys = new KeySet();
            var isAgain = before.ToList();
            before.Add(keys);
            var collector = await session.SendAsync(CreateCollector(manager, types, from), Calls.Reference, meter, token);
            try
            {
                await session.SendAsync(SetPageSize(collector, PageSize), Calls.Nothing, meter, token);
                await ReadPagesAsync(collector, keys, Take, () => taken >= maxEvents, token);
                return taken;
            }
            finally
            {
                await session.CleanUpAsync(Destroy(collector), meter, token);
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

                handle(read);
            }
        }, cancellationToken);
    }

    private static bool ReadPage(SoapReader soap, PageProgress<int> keys, Action<VSphereEvent> handle)
    {
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            var read = VSphereEvent.Read(soap);
            if (keys.Add(read.Key))
            {
                handle(read);
            }
        }

        keys.EndPage();
        return keys.IsRepeated ? throw new XmlException("its pages of events bring nothing new") : !keys.IsExhausted;
    }

    private async Task ReadPagesAsync(
        ManagedObjectReference collector,
        KeySet known,
        Action<VSphereEvent> handle,
        Func<bool> isEnough,
        CancellationToken cancellationToken)
    {
        // Permissions are applied to a page after it was cut from the history, so that an account that may see little gets empty
        // pages with more to come; the API has no other sign of the end than several of them.
        var keys = new PageProgress<int>(session.Options.Limits.EmptyPages, known.Add);
        for (var isMore = true; isMore && !isEnough();)
        {
            isMore = await session.SendAsync(ReadNext(collector, PageSize), soap => ReadPage(soap, keys, handle), meter, cancellationToken);
        }
    }

    private static SoapCall CreateCollector(ManagedObjectReference eventManager, IReadOnlyList<string> types, DateTimeOffset? from) =>
        new("CreateCollectorForEvents", eventManager, soap => soap.Element("filter", () =>
        {
            if (from is { } begin)
            {
                soap.Element("time", () => soap.Time("beginTime", begin));
            }

            soap.Flag("disableFullMessage", value: true);
            soap.Texts("eventTypeId", types);
        }));

    private static SoapCall SetPageSize(ManagedObjectReference collector, int maxCount) =>
        new("SetCollectorPageSize", collector, soap => soap.Number("maxCount", maxCount));

    private static SoapCall ReadNext(ManagedObjectReference collector, int maxCount) =>
        new("ReadNextEvents", collector, soap => soap.Number("maxCount", maxCount));

    private static SoapCall Destroy(ManagedObjectReference collector) => new("DestroyCollector", collector);
}
