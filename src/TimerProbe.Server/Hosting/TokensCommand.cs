using System.CommandLine;

namespace TimerProbe.Server.Hosting;

internal sealed class TokensCommand(
    Func<ParseResult, CancellationToken, (FileConfiguration Configuration, StoreSettings? Store)> read,
    TextWriter output,
    TimeProvider time)
{
    private const string Never = "never";
    private const string DefaultLifetime = "365d";
    private const int MaxNameLength = 200;

    private readonly Option<string> _name = new("--name")
    {
        Description = "What it is for: the person, the machine or the program that it is given to.",
        HelpName = "NAME",
        Required = true
    };

    private readonly Option<string?> _machine = new("--machine")
    {
        Description = "The one machine that may submit documents with it.",
        HelpName = "NAME"
    };

    private readonly Option<Scope[]> _scopes = new("--scope")
    {
        Description = $"What it is good for: {ScopeNames(", ", ", ")}; may be repeated.",
        HelpName = "SCOPE",
        Required = true,
        AllowMultipleArgumentsPerToken = true,
        CustomParser = result =>
        {
            foreach (var unknown in result.Tokens.Where(token => FindScope(token.Value) is null))
            {
                result.AddError($"--scope takes {ScopeNames(", ", " or ")}, not '{unknown.Value}'");
            }

            return [.. result.Tokens.Select(token => FindScope(token.Value)).OfType<Scope>()];
        },
    };

    private readonly Option<Guid?> _uuid = new("--smbios-uuid")
    {
        Description = "That machine's SMBIOS UUID. [default: that of its first document]",
        HelpName = "UUID",
        CustomParser = result =>
        {
            if (Guid.TryParseExact(result.Tokens[0].Value, "D", out var uuid))
            {
                return uuid;
            }

            result.AddError($"--smbios-uuid takes a UUID such as 4210e4a0-5f1c-9f4b-2c8e-0d6a7b3c9e11, not '{result.Tokens[0].Value}'");
            return null;
        },
    };

    private readonly Option<string> _expires = new("--expires")
    {
        Description = "How long it is good: an age such as 12h, 90d or 52w, or never.",
        HelpName = "AGE",
        DefaultValueFactory = _ => DefaultLifetime,
        Validators =
        {
            result =>
            {
                if (result.GetValueOrDefault<string>() is var text && text != Never && DurationText.ParseAge(text) is null)
                {
                    result.AddError($"--expires takes an age such as 12h, 90d or 52w, at most ten years, or never, not '{text}'");
                }
            },
        },
    };

    private readonly Argument<string> _id = new("ID") { Description = "The id that tokens list shows." };

    public Command Create()
    {
        var create = new Command("create", "Make a token, and show it this once.") { _name, _scopes, _machine, _uuid, _expires };
        create.SetAction((parsed, cancellationToken) => RunAsync(parsed, StoreAccess.Write, CreateAsync, cancellationToken));
        var list = new Command(
            "list", "List the tokens, also those that are no longer good. What was shown at their creation is not saved.");
        list.SetAction((parsed, cancellationToken) => RunAsync(parsed, StoreAccess.Read, ListAsync, cancellationToken));
        var revoke = new Command("revoke", "Make a token worthless; a running node takes notice within five seconds.") { _id };
        revoke.SetAction((parsed, cancellationToken) => RunAsync(parsed, StoreAccess.Write, RevokeAsync, cancellationToken));
        return new Command("tokens", "What people, guests and programs show to be let in.") { create, list, revoke };
    }

    private async Task<int> RunAsync(
        ParseResult parsed,
        StoreAccess access,
        Func<ParseResult, FleetStore, IssuedTokens, CancellationToken, Task> work,
        CancellationToken cancellationToken)
    {
        var (configuration, settings) = read(parsed, cancellationToken);
        await using var store = await ServerContext.OpenStoreAsync(
            settings, new StoreOptions { Access = access, Time = time }, cancellationToken);
        var node = ServerContext.GetNode(configuration);
        await work(parsed, store, new IssuedTokens(store, new AuditTrail(store, node)), cancellationToken);
        return 0;
    }

    private async Task CreateAsync(ParseResult parsed, FleetStore store, IssuedTokens issued, CancellationToken cancellationToken)
    {
        var name = parsed.GetRequiredValue(_name).Trim();
        if (name.Length is 0 or > MaxNameLength)
        {
            throw new UseCaseException(ExitCode.Usage, $"--name takes 1 to {MaxNameLength} characters");
        }

        var token = await issued.MakeAsync(
            name,
            parsed.GetRequiredValue(_scopes),
            parsed.GetValue(_machine),
            parsed.GetValue(_uuid),
            DurationText.ParseAge(parsed.GetRequiredValue(_expires)),
            Environment.UserName,
            cancellationToken);
        await issued.ShowAsync(token, output);
    }

    private async Task ListAsync(ParseResult parsed, FleetStore store, IssuedTokens issued, CancellationToken cancellationToken)
    {
        var now = (await store.ReadClockAsync(cancellationToken)).Store;
        var tokens = await store.Tokens.ListAsync(cancellationToken);
        List<string[]> rows =
        [["ID", "NAME", "SCOPES", "MACHINE", "STATE", "EXPIRES", "LAST USED"], .. tokens.Select(token => Cells(token, now))];
        var widths = Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        foreach (var row in rows)
        {
            await output.WriteLineAsync(string.Join("  ", row.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd());
        }
    }

    private async Task RevokeAsync(ParseResult parsed, FleetStore store, IssuedTokens issued, CancellationToken cancellationToken)
    {
        var isNew = await issued.RevokeAsync(parsed.GetRequiredValue(_id), Environment.UserName, address: null, cancellationToken);
        await output.WriteLineAsync(isNew ? "Revoked." : "Nothing to do: it was revoked before.");
    }

    private static string[] Cells(ServerToken token, DateTimeOffset now) =>
    [
        token.Id,
        PlainText.OneLine(token.Name),
        string.Join(' ', token.Scopes),
        PlainText.OneLine(token.Machine ?? "any"),
        token.RevokedAt is not null ? "revoked" : token.IsGood(now) ? "good" : "expired",
        token.ExpiresAt is { } end ? Times.Minute(end) : Never,
        token.LastUsedAt is { } used ? Times.Minute(used) : Never,
    ];

    private static Scope? FindScope(string name) =>
        Enum.GetValues<Scope>().Where(scope => scope.ToDocumentName() == name).Cast<Scope?>().FirstOrDefault();

    private static string ScopeNames(string between, string last) =>
        string.Join(between, Enum.GetValues<Scope>().SkipLast(1).Select(scope => scope.ToDocumentName()))
            + last + Scope.Admin.ToDocumentName();
}
