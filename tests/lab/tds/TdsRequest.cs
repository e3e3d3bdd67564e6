namespace TimerProbe.Lab.Tds;

/// <summary>What a client sent.</summary>
/// <param name="Parameters">Its parameters when it came by sp_executesql.</param>
internal sealed record TdsRequest(int Connection, string Text, IReadOnlyDictionary<string, object?> Parameters)
{
    public bool Says(string words) => Text.Contains(words, StringComparison.Ordinal);
}

/// <summary>Who logs in.</summary>
internal sealed record TdsLogin(string UserName, string Password, string Database, string Application);
