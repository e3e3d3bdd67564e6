using System.Net.Http.Json;

namespace TimerProbe.Server.Tests.Running;

/// <summary>Documents as guests hand them in, and what becomes of them.</summary>
internal static class Submission
{
    public const string Path = "/api/v1/documents";

    public static CheckDocument Check(string name = "DB01", ClockState state = ClockState.Slow) => SampleCheck.Full(name) with
    {
        Id = Guid.CreateVersion7(),
        StartedAt = TimeProvider.System.GetUtcNow(),
        Verdict = SampleCheck.Document.Verdict with
        {
            State = state,
            Cause = state == ClockState.Healthy ? ClockCause.None : ClockCause.TscTrapped,
        },
    };

    public static CheckDocument WithUuid(this CheckDocument check, Guid uuid) => check.WithUuid(uuid.ToString());

    public static CheckDocument WithUuid(this CheckDocument check, string? uuid) =>
        check with { Machine = check.Machine with { SmbiosUuid = uuid } };

    public static string Json(CheckDocument check) => DocumentJson.Write(check);

    public static string Json(WatchLine line) => Encoding.UTF8.GetString(WatchJson.Write(line));

    public static StringContent Body(string json) => new(json, Encoding.UTF8, "application/json");

    public static async Task<HttpStatusCode> PostAsync(this HttpClient client, string json)
    {
        using var answer = await client.PostAsync(Path, Body(json), Cancel);
        return answer.StatusCode;
    }

    public static async Task<string> ProblemAsync(this HttpResponseMessage answer)
    {
        Assert.Equal(new MediaTypeHeaderValue("application/problem+json"), answer.Content.Headers.ContentType);
        return (await answer.Content.ReadFromJsonAsync<JsonElement>(Cancel)).GetProperty("detail").GetString()!;
    }

    /// <summary>Sends a form of a page; where that leads to, null for nowhere.</summary>
    public static async Task<string?> SubmitFormAsync(this HttpClient client, string address, string action)
    {
        using var page = await client.GetAsync(address, Cancel);
        var token = Browser.FormTokenOf(await page.Content.ReadAsStringAsync(Cancel), action);
        using var form = new HttpRequestMessage(HttpMethod.Post, action) { Content = new FormUrlEncodedContent([new("__RequestVerificationToken", token)]) };
        form.Headers.Add("Cookie", page.Headers.GetValues("Set-Cookie").Select(cookie => cookie.Split(';')[0]));
        using var taken = await client.SendAsync(form, Cancel);
        return taken.Headers.Location?.OriginalString;
    }

    public static async Task<HttpStatusCode> HandInAsync(this FleetNode node, CheckDocument check)
    {
        using var guest = node.Node.Client(await node.Place.TokenAsync());
        return await guest.PostAsync(Json(check));
    }

    /// <summary>A token that may only hand in.</summary>
    public static async Task<string> TokenAsync(this TestStore place, string? machine = null, string? smbiosUuid = null)
    {
        await using var store = await place.OpenAsync();
        return await store.AddTokenAsync([Scope.Submit], "guests", machine: machine, smbiosUuid: smbiosUuid);
    }

    /// <summary>The runs of a store, once there are so many.</summary>
    public static async Task<IReadOnlyList<StoredRun>> RunsAsync(this TestStore place, int count)
    {
        await using var store = await place.OpenAsync();
        while (true)
        {
            var runs = await store.Runs.ListAsync(new RunQuery { MaxRuns = int.MaxValue }, Cancel);
            if (runs.Count >= count)
            {
                return runs;
            }

            await Task.Delay(100, Cancel);
        }
    }
}
