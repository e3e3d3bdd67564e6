namespace TimerProbe.Application.Publishing;

/// <summary>How a result is left with the hypervisor.</summary>
/// <param name="Program">The program of VMware Tools, a whole path; null for the one that is installed.</param>
public sealed record PublishSettings(string? Program);
