namespace TimerProbe.Fuzz.Sql;

/// <summary>Changes to what a SQL Server answers: to values, to messages, to bytes, and to how they are sent.</summary>
internal static class AnswerMutations
{
    private static readonly int[] Numbers = [0, -2, 1, 50000, 229, 300, 916, 1205, 3906, 4060, 18456, 10054, int.MinValue, int.MaxValue];
    private static readonly byte[] Classes = [0, 10, 11, 14, 16, 19, 20, 25, 255];

    public static Func<TdsAnswer, TdsAnswer> Make(FuzzCase fuzz)
    {
        // A change of its own: it happens when the answer does, beside others.
        var random = new Random(fuzz.Random.Next());
        switch (fuzz.Random.Next(11))
        {
            case < 5:
                fuzz.Story.Add("  values");
                return answer => answer is TdsAnswer.Tokens { Table: { } table } ? TdsAnswer.Rows(TableMutations.Change(table, random)) : answer;
            case < 7:
                var message = Message(random);
                fuzz.Story.Add("  a message");
                return answer => Said(answer, message, random);
            case < 9:
                fuzz.Story.Add("  bytes");
                return answer => answer is TdsAnswer.Tokens tokens ? tokens with { Bytes = OddBytes.Spoil(tokens.Bytes, random) } : answer;
            case 9:
                fuzz.Story.Add("  cut");
                return _ => TdsAnswer.Cut;
            default:
                var (name, send) = SendingMutations.Pick(random);
                fuzz.Story.Add("  sent " + name);
                return answer => TdsAnswer.Written(
                    (stream, cancellationToken) => send(stream, (answer as TdsAnswer.Tokens)?.Bytes ?? [], random, cancellationToken));
        }
    }

    public static Func<TdsLogin, TdsAnswer> OfLogin(FuzzCase fuzz)
    {
        var random = new Random(fuzz.Random.Next());
        fuzz.Story.Add("the login");
        return fuzz.Random.Next(10) switch
        {
            0 => _ => TdsAnswer.Written(SendingMutations.TalkAsync),
            < 4 => _ => Said(TdsAnswer.Done, Message(random), random),
            _ => login => TdsAnswer.Written((stream, cancellationToken) => TdsPackets.WriteAsync(
                stream, TdsPackets.Response, OddBytes.Spoil([.. TdsTokens.LoginAck(login.Database), .. TdsTokens.Done(0)], random),
                cancellationToken)),
        };
    }

    /// <summary>A text of the server, which may say the password back.</summary>
    public static string Text(Random random)
    {
        var text = random.Next(2) == 0 ? OddTexts.Spelling(random, CaseJudge.Password) : OddTexts.Any(random);
        return text[..Math.Min(text.Length, 4_000)];
    }

    private static (bool IsError, int Number, byte Class, string Text, int Times) Message(Random random) =>
        (random.Next(3) > 0, Numbers[random.Next(Numbers.Length)], Classes[random.Next(Classes.Length)], Text(random),
            1 << (random.Next(4) == 0 ? random.Next(10) : 0));

    private static TdsAnswer.Tokens Said(TdsAnswer answer, (bool IsError, int Number, byte Class, string Text, int Times) message, Random random)
    {
        var before = (answer as TdsAnswer.Tokens)?.Bytes ?? [];
        var words = TdsTokens.Message((byte)(message.IsError ? 0xAA : 0xAB), message.Number, message.Class, message.Text);
        byte[] all = [.. Enumerable.Repeat(words, message.Times).SelectMany(bytes => bytes)];
        return new TdsAnswer.Tokens(random.Next(2) == 0 ? [.. before, .. all] : [.. all, .. before])
        {
            Failed = message.IsError,
            Ends = message.Class >= 20 && random.Next(2) == 0,
        };
    }
}
