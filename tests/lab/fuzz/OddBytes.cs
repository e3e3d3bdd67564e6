namespace TimerProbe.Fuzz;

internal static class OddBytes
{
    /// <summary>The bytes with some of them changed, left out or put in.</summary>
    public static byte[] Spoil(byte[] bytes, Random random)
    {
        List<byte> spoiled = [.. bytes];
        for (var left = random.Next(1, 6); left > 0 && spoiled.Count > 0; left--)
        {
            var at = random.Next(spoiled.Count);
            switch (random.Next(6))
            {
                case 0:
                    spoiled.RemoveRange(at, Math.Min(spoiled.Count - at, random.Next(1, 9)));
                    break;
                case 1:
                    spoiled.InsertRange(at, Enumerable.Repeat((byte)random.Next(256), random.Next(1, 9)));
                    break;
                case 2:
                    spoiled[at] = 0xFF;
                    break;
                case 3:
                    spoiled.RemoveRange(at, spoiled.Count - at);
                    break;
                default:
                    spoiled[at] = (byte)random.Next(256);
                    break;
            }
        }

        return [.. spoiled];
    }
}
