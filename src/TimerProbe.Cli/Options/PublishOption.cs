using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Publishing;

namespace TimerProbe.Cli.Options;

/// <summary>--publish and --tools-program: whether a result is left with the hypervisor, and by which program.</summary>
internal sealed class PublishOption
{
    private readonly Option<bool> _publish = new("--publish")
    {
        Description = "Also leave the result with this VM's hypervisor, through VMware Tools, where timerprobe scan finds it.",
    };

    private readonly Option<string?> _program = CreateProgram();

    public static Option<string?> CreateProgram() => new("--tools-program")
    {
        Description = "Publish with this vmtoolsd or rpctool. [default: the one VMware Tools installed]",
        HelpName = "FILE",
    };

    /// <param name="command">The command.</param>
    /// <param name="anonymize">Its option for pseudonyms: what is published stands beside the VM's name.</param>
    public void AddTo(Command command, AnonymizeOption anonymize)
    {
        command.Options.Add(_publish);
        command.Options.Add(_program);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_publish) && result.GetValue(anonymize.Option))
            {
                result.AddError("--publish and --anonymize exclude each other: what is published stands beside the VM's own name");
            }

            if (!result.GetValue(_publish) && result.GetValue(_program) is not null)
            {
                result.AddError("--tools-program has no effect without --publish");
            }
        });
    }

    /// <summary>How a result is published; null when it is not.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="anonymizes">Whether names are replaced, as a configuration may ask for.</param>
    /// <exception cref="UseCaseException">Both are asked for.</exception>
    public PublishSettings? Read(ParseResult parsed, bool anonymizes) => !parsed.GetValue(_publish) ? null
        : anonymizes ? throw new UseCaseException(
            Failure.Usage, "--publish leaves the result beside the VM's own name, and the configuration asks for pseudonyms: \"anonymize\"")
        : new PublishSettings(parsed.GetValue(_program));
}
