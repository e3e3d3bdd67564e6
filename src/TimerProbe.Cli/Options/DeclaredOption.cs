namespace TimerProbe.Cli.Options;

/// <summary>An option or command with the heading that the help lists it under.</summary>
internal interface IHeading
{
    string Heading { get; }
}

/// <summary>Declared by <see cref="OptionDeclarations"/>: a blank value is refused, and other checks are only of a value.</summary>
internal sealed class DeclaredOption<T> : Option<T>, IHeading
{
    public DeclaredOption(string name, string heading) : base(name)
    {
        Heading = heading;
        if (typeof(T) != typeof(bool))
        {
            Validators.Add(result => OptionDeclarations.AddError(result, OptionDeclarations.Blank(result, name)));
        }
    }

    public string Heading { get; }

    public DeclaredOption<T> Validate(Func<OptionResult, string?> why)
    {
        Validators.Add(result => OptionDeclarations.AddError(
            result, !result.Implicit && result.HasValue() && OptionDeclarations.Blank(result, Name) is null ? why(result) : null));
        return this;
    }

    public DeclaredOption<T> AsRequired()
    {
        Required = true;
        return this;
    }

    public DeclaredOption<T> Excludes(string other, string why) => Validate(result => result.Has(Name) && result.Has(other) ? why : null);

    public DeclaredOption<T> Requires(string other, string why) => Validate(result => result.Has(other) ? null : why);
}
