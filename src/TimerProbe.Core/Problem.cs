using System.Text.Json;
using System.Text.Json.Serialization;

namespace TimerProbe.Core;

/// <summary>Something that went wrong, as data: documents have it in words and beside them in this form.</summary>
public sealed record Problem
{
    /// <summary>What went wrong, such as <c>loginRefused</c>; for programs.</summary>
    public required string Code { get; init; }

    /// <summary>What it is about; null when it is about nothing that has a name.</summary>
    public ProblemSubject? Subject { get; init; }

    /// <summary>
    /// All that it is about, as far as the program that found it knows: empty when not all of that is known. Documents show some in
    /// the sentence.
    /// </summary>
    [JsonIgnore]
    public IReadOnlyList<ProblemSubject> Subjects { get => field ?? (Subject is { } subject ? [subject] : []); init; }

    /// <summary>
    /// The sentence with a placeholder for each argument: <c>{server} refused the login of {account}: the password has expired</c>.
    /// </summary>
    public required string Template { get; init; }

    /// <summary>
    /// The values of the placeholders, by their names: an argument is called after its kind, with a number behind it from the second
    /// on.
    /// </summary>
    public IReadOnlyDictionary<string, string> Arguments { get; init => field = value ?? None; } = None;

    /// <summary>The sentence.</summary>
    [JsonIgnore]
    public string Text => Wording.Fill(Template, Arguments);

    private static IReadOnlyDictionary<string, string> None { get; } = new Dictionary<string, string>();

    public static Problem Create(Enum code, Wording wording) =>
        new() { Code = code.ToDocumentName(), Template = wording.Template, Arguments = wording.Arguments, Subject = wording.Subject };

    public Problem With(Func<ProblemArgument, string> change) => this with
    {
        Arguments = Arguments.ToDictionary(
            argument => argument.Key, argument => change(new ProblemArgument(Wording.GetKind(argument.Key), argument.Value))),
        Subject = Subject is { } subject ? subject with { Name = change(new ProblemArgument(subject.Kind, subject.Name)) } : null,
    };
}

/// <summary>What a problem is about.</summary>
/// <param name="Kind">What that is.</param>
/// <param name="Name">Its name.</param>
public sealed record ProblemSubject([property: JsonConverter(typeof(ArgumentKindConverter))] ArgumentKind Kind, string Name);

/// <summary>Kinds as placeholders spell them; one of a newer release is read as words, which may name anything.</summary>
public sealed class ArgumentKindConverter : JsonConverter<ArgumentKind>
{
    public override ArgumentKind Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        Wording.GetKind(reader.GetString() ?? "");

    public override void Write(Utf8JsonWriter writer, ArgumentKind value, JsonSerializerOptions options) =>
        writer.WriteStringValue(Wording.GetName(value));
}

/// <summary>The first of several names, each a part of its own, and how many more there are.</summary>
public readonly record struct NamesShown(ArgumentKind Kind, IEnumerable<string> Names, int Total)
{
    /// <summary>How many names a sentence has at most.</summary>
    public const int Most = 5;
}
