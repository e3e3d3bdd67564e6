namespace TimerProbe.Server.Api;

/// <summary>Something that may stand in the query of an address.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Meaning">What it means.</param>
internal sealed record QueryParameter(string Name, string Meaning);
