using Microsoft.Extensions.Primitives;

namespace TimerProbe.Server.Api;

/// <summary>Something that may stand in the query of an address; empty, it is as if it were not there.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Meaning">What it means.</param>
internal sealed record QueryParameter(string Name, string Meaning)
{
    /// <summary>What it takes, for whoever sent something else; null for any text.</summary>
    public string? Takes { get; init; }

    /// <summary>Whether it takes a text that is not empty.</summary>
    public Func<string, bool> IsTaken { get; init; } = _ => true;

    /// <summary>One that takes some words, in any case of letters.</summary>
    public static QueryParameter OneOf(string name, string meaning, params IReadOnlyList<string> words) =>
        new(name, meaning) { Takes = $"one of {string.Join(", ", words)}", IsTaken = text => words.Contains(text, StringComparer.OrdinalIgnoreCase) };

    /// <summary>Refuses a request whose query holds what a parameter of its route does not take.</summary>
    public static async ValueTask<object?> CheckAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var (query, route) = (context.HttpContext.Request.Query, context.HttpContext.GetEndpoint()!);
        var wrong = route.Metadata.OfType<QueryParameter>().Select(parameter => parameter.WrongOf(query[parameter.Name])).FirstOrDefault(wrong => wrong is not null);
        return wrong is null ? await next(context) : Results.Problem(wrong, statusCode: StatusCodes.Status400BadRequest);
    }

    private string? WrongOf(StringValues given) =>
        given.Count > 1 ? $"{Name} was given {given.Count} times, and counts once."
        : given is [{ Length: > 0 } text] && !IsTaken(text) ? $"{Name} takes {Takes}."
        : null;
}
