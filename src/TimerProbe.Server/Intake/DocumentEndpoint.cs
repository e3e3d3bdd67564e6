using System.Net.Mime;
using Microsoft.Net.Http.Headers;

namespace TimerProbe.Server.Intake;

/// <summary>Takes a submitted document, and answers when it is committed.</summary>
internal sealed class DocumentEndpoint(DocumentWriter documents, IntakeLimits limits, MachineBindings bindings, TimeProvider time)
{
    public const string Route = "/api/v1/documents";

    private static readonly TimeSpan Commit = TimeSpan.FromSeconds(10);

    private const int PartBytes = 16_384;

    public static void AddTo(IServiceCollection services)
    {
        services.AddSingleton<IntakeLimits>();
        services.AddSingleton<MachineBindings>();
        services.AddSingleton<DocumentEndpoint>();
        services.AddSingleton<DocumentWriter>();
        services.AddHostedService(all => all.GetRequiredService<DocumentWriter>());
        services.AddSingleton<AlertSender>();
        services.AddHostedService(all => all.GetRequiredService<AlertSender>());
        services.AddHostedService<SilentWatches>();
    }

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapPost(Route, (HttpContext context, DocumentEndpoint documents) => documents.PostAsync(context))
            .RequireScope(Scope.Submit)
            .WithSummary("Hand in what a guest measured")
            .Produces<DocumentAccepted>()
            .Produces<DocumentAccepted>(StatusCodes.Status201Created)
            .ProducesProblem(StatusCodes.Status400BadRequest)
            .ProducesProblem(StatusCodes.Status408RequestTimeout)
            .ProducesProblem(StatusCodes.Status413PayloadTooLarge)
            .ProducesProblem(StatusCodes.Status415UnsupportedMediaType);

    public async Task<IResult> PostAsync(HttpContext context)
    {
        if (!IsJson(context.Request))
        {
            return Problem(StatusCodes.Status415UnsupportedMediaType, "The body is a document as application/json in UTF-8, not packed.");
        }

        var maxBytes = IntakeLimits.MaxBytes(context.User);
        if (context.Request.ContentLength > maxBytes)
        {
            return TooLarge();
        }

        using var lease = limits.Enter(context.User, (int)(context.Request.ContentLength ?? maxBytes), out var again);
        if (lease is null)
        {
            return TooMany(context, again);
        }

        try
        {
            return await PostAsync(context, await ReadAsync(context, maxBytes));
        }
        catch (BadHttpRequestException ex) when (ex.StatusCode == StatusCodes.Status413PayloadTooLarge)
        {
            return TooLarge();
        }
        catch (BadHttpRequestException ex)
        {
            return Problem(ex.StatusCode, ex.Message);
        }
        catch (JsonException ex)
        {
            return Problem(StatusCodes.Status400BadRequest, $"This is no document of timerprobe: {ex.Message}");
        }
    }

    private async Task<IResult> PostAsync(HttpContext context, SubmittedDocument document)
    {
        if (document.IsAnonymized)
        {
            return Problem(
                StatusCodes.Status400BadRequest,
                "The document has pseudonyms in place of names: what they stand for would look like other machines. Leave out --anonymize.");
        }

        try
        {
            if (await bindings.GetRefusalAsync(context, document).WaitAsync(Commit, time, context.RequestAborted) is { } why)
            {
                return Problem(StatusCodes.Status403Forbidden, why);
            }

            return await documents.AddAsync(document).WaitAsync(Commit, time, context.RequestAborted) switch
            {
                true => Taken(document, StatusCodes.Status201Created),
                false => Taken(document, StatusCodes.Status200OK),
                _ => TooMany(context, TimeSpan.FromSeconds(1)),
            };
        }
        catch (StoreException ex) when (ex.Kind == StoreErrorKind.NotKept)
        {
            return Problem(StatusCodes.Status400BadRequest, "The store has no place for a value of this document.");
        }
        catch (Exception ex) when (ex is StoreException or TimeoutException or OperationCanceledException)
        {
            return Later(context, StatusCodes.Status503ServiceUnavailable, ServerContext.StoreRetryAfter, ServerContext.StoreUnavailable);
        }
    }

    private async Task<SubmittedDocument> ReadAsync(HttpContext context, int maxBytes)
    {
        using var timeout = new CancellationTokenSource(IntakeLimits.Arrival, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, context.RequestAborted);
        using var body = new MemoryStream((int)(context.Request.ContentLength ?? PartBytes));
        var part = new byte[Math.Min(body.Capacity, PartBytes)];
        try
        {
            // By the server's own limit the connection ends in the middle of the body, and nobody reads the answer.
            while (await context.Request.Body.ReadAsync(part, either.Token) is > 0 and var read)
            {
                if (read > maxBytes - body.Length)
                {
                    throw TooManyBytes();
                }

                body.Write(part, 0, read);
            }
        }
        catch (OperationCanceledException ex) when (timeout.IsCancellationRequested)
        {
            throw new BadHttpRequestException("The document did not arrive in time.", StatusCodes.Status408RequestTimeout, ex);
        }
        catch (IOException ex) when (ex is not BadHttpRequestException)
        {
            // A chunk of 2 GB and more is none of the server's bad requests.
            throw new BadHttpRequestException("The body is not framed as HTTP says.", ex);
        }

        var document = SubmittedDocument.Read(body.ToArray());
        return body.Length <= IntakeLimits.OfMachine || document.Kind == RunKinds.Scan
            ? document
            : throw TooManyBytes();
    }

    private static BadHttpRequestException TooManyBytes() => new("It is too large.", StatusCodes.Status413PayloadTooLarge);

    private static bool IsJson(HttpRequest request) =>
        MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
        && type.MediaType.Equals(MediaTypeNames.Application.Json, StringComparison.OrdinalIgnoreCase)
        && (!type.Charset.HasValue || type.Charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
        && request.Headers.ContentEncoding.Count == 0;

    private static IResult Taken(SubmittedDocument document, int status) =>
        Results.Json(new DocumentAccepted(document.Id), ApiJson.Default.DocumentAccepted, statusCode: status);

    private static IResult TooMany(HttpContext context, TimeSpan again) =>
        Later(context, StatusCodes.Status429TooManyRequests, again, "More documents come than are taken at once.");

    private static IResult TooLarge() => Problem(
        StatusCodes.Status413PayloadTooLarge,
        $"A document has at most {IntakeLimits.OfMachine:N0} bytes, and a scan, by a token of no machine, {IntakeLimits.OfScan:N0}.");

    private static IResult Later(HttpContext context, int status, TimeSpan again, string why)
    {
        context.Response.Headers.RetryAfter = ((long)Math.Ceiling(again.TotalSeconds)).ToString();
        return Problem(status, why);
    }

    private static IResult Problem(int status, string why) => Results.Problem(why, statusCode: status);
}
