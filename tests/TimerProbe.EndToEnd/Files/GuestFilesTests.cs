namespace TimerProbe.EndToEnd.Files;

/// <summary>A folder of guests' results into which any guest may write.</summary>
public sealed class GuestFilesTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Fact]
    public async Task What_one_guest_leaves_there_stops_nothing_else()
    {
        using var folder = new TemporaryFolder();
        foreach (var name in new[] { "pipe", "zero", "memory", "sparse" })
        {
            await HostileFile.MakeAsync(folder, name, ".json");
        }

        var (_, good) = await TimerProbeProgram.InProcess.CheckAsync();
        var json = DocumentJson.Write(good);
        folder.Write("good.json", json);
        folder.Write("infinite.json", json.Replace("\"totalMs\": ", "\"totalMs\": 1e400, \"was\": ", StringComparison.Ordinal));
        await File.WriteAllTextAsync(folder["wide.json"], json, System.Text.Encoding.Unicode, Cancel);

        var (result, document) = await fleet.VCenter.Scan("--guest-results", folder.Path, "--save", "--store", folder["fleet.db"]).ToDocumentAsync();

        Assert.Equal(2, document.GuestResults!.Documents);
        Assert.Equal(
            [
                "infinite.json is not a check document: 1e400 is not a finite number (at $.timing.totalMs, line ",
                "memory.json cannot be read: it is a kernel file",
                "pipe.json cannot be read: it is a pipe, not a file",
                "sparse.json cannot be read: it is larger than 16 MB, the most that is read: it has 10,737,418,240 bytes",
                "zero.json cannot be read: it is a device, not a file",
            ],
            document.GuestResults.Problems.Select(problem => problem.Split("line ")[0] + (problem.Contains("line ", StringComparison.Ordinal) ? "line " : "")));
        Assert.NotEqual(1, result.ExitCode);
        Assert.Equal(0, (await TimerProbeProgram.InProcess.With("history", "list", "--store", folder["fleet.db"]).RunAsync()).ExitCode);
    }
}
