namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>Numbers that follow each other, as pairs of the first and the last.</summary>
internal static class IdRanges
{
    public static IEnumerable<(long First, long Last)> Of(List<long> ids)
    {
        for (var start = 0; start < ids.Count;)
        {
            var end = start;
            while (end + 1 < ids.Count && ids[end + 1] == ids[end] + 1)
            {
                end++;
            }

            yield return (ids[start], ids[end]);
            start = end + 1;
        }
    }
}
