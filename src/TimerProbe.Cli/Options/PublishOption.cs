using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Publishing;

namespace TimerProbe.Cli.Options;

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
    /// <exception cref="UseCaseException">The configuration asks for pseudonyms.</exception>
    public PublishSettings? Read(ParseResult parsed, bool anonymizes)
    {
        if (!parsed.GetValue(_publish))
        {
            return null;
        }

        return anonymizes
            ? throw new UseCaseException(
                Failure.Usage,
                "--publish leaves the result beside the VM's own name, and the configuration asks for pseudonyms: \"anonymize\"")
            : new PublishSettings(parsed.GetValue(_program));
    }
}
