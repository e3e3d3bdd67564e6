using System.Globalization;
using System.Net;
using System.Net.Http.Headers;

// Submits checks of many guests at an even pace, some of them twice, and looks whether the store has each once.
//   guest-load URL TOKEN-FILE STORE COUNT SECONDS
var (url, store) = (new Uri(args[0]), args[2]);
var (count, pace) = (Number(args[3]), TimeSpan.FromSeconds(Number(args[4])));
using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = url };
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", (await File.ReadAllTextAsync(args[1])).Trim());
var documents = Enumerable.Range(0, count)
    .Select(i => SampleCheck.Full($"GUEST{i:D5}") with { Id = Guid.CreateVersion7(), StartedAt = TimeProvider.System.GetUtcNow() }).ToList();
var bodies = documents.ConvertAll(document => System.Text.Encoding.UTF8.GetBytes(DocumentJson.Write(document)));

var start = TimeProvider.System.GetTimestamp();
var answers = await Task.WhenAll(bodies.Select((body, i) => SendAsync(body, pace * ((double)i / count))));
var submitted = TimeProvider.System.GetElapsedTime(start);
// Every tenth comes again, as from a guest that did not hear the answer.
var again = await Task.WhenAll(bodies.Where((_, i) => i % 10 == 0).Select(body => SendAsync(body, TimeSpan.Zero)));
var saved = await SavedAsync();

var sorted = Sorted(answers);
// The node and this program compile what they run while the first come.
var later = Sorted(answers.Skip(count / 10));
Write($"{count,12:N0}  documents of {bodies[0].Length:N0} bytes, submitted within {submitted.TotalSeconds:0.0} s");
Write($"{sorted[count / 2],12:0.0}  ms in the middle, {sorted[count * 99 / 100]:0.0} ms of 99 in 100, {sorted[^1]:0.0} ms at most");
Write($"{later[later.Count * 99 / 100],12:0.0}  ms of 99 in 100 after the first tenth, {later[^1]:0.0} ms at most");
Write($"{answers.Count(answer => answer.Status == HttpStatusCode.Created),12:N0}  answered 201, {string.Join(", ", answers.Where(answer => answer.Status != HttpStatusCode.Created).GroupBy(answer => answer.Status).Select(group => $"{group.Count():N0} answered {(int)group.Key}").DefaultIfEmpty("none other"))}");
Write($"{again.Count(answer => answer.Status == HttpStatusCode.OK),12:N0}  of {again.Length:N0} repeated deliveries answered 200");
Write($"{documents.Count(document => !saved.Contains(document.Id)),12:N0}  lost, {saved.Count - saved.Distinct().Count():N0} twice");

async Task<(HttpStatusCode Status, TimeSpan Elapsed)> SendAsync(byte[] body, TimeSpan at)
{
    await Task.Delay(at);
    using var content = new ByteArrayContent(body);
    content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
    var sent = TimeProvider.System.GetTimestamp();
    using var answer = await client.PostAsync("api/v1/documents", content);
    return (answer.StatusCode, TimeProvider.System.GetElapsedTime(sent));
}

async Task<List<Guid>> SavedAsync()
{
    await using var opened = await (StoreTarget.NamesDatabase(store)
        ? PostgresDatabase.Parse(store).OpenAsync(new StoreOptions { Access = StoreAccess.Read }, CancellationToken.None)
        : FleetStore.OpenAsync(StoreTarget.Parse(store), new StoreOptions { Access = StoreAccess.Read }, CancellationToken.None));
    return [.. (await opened.Runs.ListAsync(new RunQuery { MaxRuns = int.MaxValue }, CancellationToken.None)).Select(run => run.DocumentId)];
}

static List<double> Sorted(IEnumerable<(HttpStatusCode Status, TimeSpan Elapsed)> answers) =>
    [.. answers.Select(answer => answer.Elapsed.TotalMilliseconds).Order()];

static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

#pragma warning disable RS0030 // What it is for.
static void Write(FormattableString line) => Console.WriteLine(line.ToString());
#pragma warning restore RS0030
