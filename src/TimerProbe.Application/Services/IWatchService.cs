namespace TimerProbe.Application.Services;

/// <summary>What is known of a service, in a word and its value.</summary>
/// <param name="What">What it is, such as <c>state</c>.</param>
/// <param name="Value">Its value.</param>
public sealed record ServiceFact(string What, string Value);

/// <summary><c>timerprobe watch</c> as a service of this system.</summary>
public interface IWatchService
{
    /// <summary>What <see cref="Install"/> would make, in the words of the system; nothing is changed.</summary>
    /// <exception cref="UseCaseException">It makes no sense.</exception>
    string Plan(WatchServiceSettings settings);

    /// <summary>Installs the service and starts it. One that is installed with the same options stays as it is, and is started; so
    /// does any of this program where no options are asked for.</summary>
    /// <returns>What was done, as a sentence without a full stop.</returns>
    /// <exception cref="UseCaseException">It cannot be installed here, or is installed with other options.</exception>
    string Install(WatchServiceSettings settings, CancellationToken cancel);

    /// <summary>Stops the service and takes it away; what it wrote stays.</summary>
    /// <returns>What was done, as a sentence without a full stop.</returns>
    /// <exception cref="UseCaseException">It cannot be removed.</exception>
    string Remove(CancellationToken cancel);

    /// <summary>What is known of the service.</summary>
    /// <exception cref="UseCaseException">The system does not tell.</exception>
    IReadOnlyList<ServiceFact> Status(CancellationToken cancel);
}
