namespace TimerProbe.Cli.Configuration.Json;

/// <summary>The place where a text stops being JSON. The message quotes none of the text: it may be a secret.</summary>
internal sealed class JsonSlip(JsonPlace place, string message) : Exception(message)
{
    public JsonPlace Place { get; } = place;
}
