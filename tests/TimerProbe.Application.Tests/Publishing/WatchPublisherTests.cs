namespace TimerProbe.Application.Tests.Publishing;

/// <summary>When a watch publishes, by a program that stands in for VMware Tools.</summary>
public sealed class WatchPublisherTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-test-");
    private readonly RecordedDialog _dialog = new();

    private string Program => Path.Combine(_folder.FullName, "vmtoolsd");

    private string Told => Path.Combine(_folder.FullName, "told");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void It_publishes_news_at_once_and_the_same_every_quarter_of_an_hour()
    {
        var machine = new SimulatedMachine { PreciseNs = passed => passed >= TimeSpan.FromMinutes(10) ? 1180 : 24 };
        var published = Watch(machine, TimeSpan.FromMinutes(40), (_, _) => { });

        Assert.Equal(1, published.FindIndex(item => item.Check.State == Core.Facts.ClockState.Slow));
        Assert.InRange(published[0].At, TimeSpan.Zero, TimeSpan.FromMinutes(1));
        Assert.InRange(published[1].At, TimeSpan.FromMinutes(10), TimeSpan.FromMinutes(11));
        Assert.InRange(published[2].At - published[1].At, HypervisorPublisher.MinInterval,
            HypervisorPublisher.MinInterval + TimeSpan.FromSeconds(30));
        Assert.Equal(3, published.Count);
    }

    [Fact]
    public void Another_session_is_news()
    {
        var published = Watch(new SimulatedMachine(), TimeSpan.FromMinutes(10), (state, sample) =>
            state.Take(new HostReading(SimulatedMachine.Start, sample < 30 ? "0xaa" : "0xbb", HostHz: null)));
        Assert.Equal(2, published.Count);
        Assert.InRange(published[1].At, TimeSpan.FromSeconds(290), TimeSpan.FromSeconds(310));
    }

    [Fact]
    public void What_is_refused_is_said_once_and_tried_again()
    {
        var published = Watch(new SimulatedMachine(), TimeSpan.FromMinutes(40), (_, _) => { }, exitCode: 1);
        Assert.Equal(3, published.Count);
        Assert.Single(_dialog.Complaints, said => said.StartsWith("not published: ", StringComparison.Ordinal));
    }

    /// <summary>What was published when, since the start.</summary>
    private List<(TimeSpan At, PublishedCheck Check)> Watch(SimulatedMachine machine, TimeSpan length, Action<WatchState, long> sampled, int exitCode = 0)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the stand-in is a shell script");
        ShellProgram.Write(Program, $"#!/bin/sh\nprintf '%s\\n' \"$*\" >> '{Told}'\nexit {exitCode}\n");

        var (seen, published) = (0, new List<(TimeSpan, PublishedCheck)>());
        using var publisher = new WatchPublisher(new HypervisorPublisher(Program, _dialog.Context), machine);
        machine.Run(length, state =>
        {
            sampled(state, machine.Taken);
            publisher.Sampled(state);
            publisher.Publishing.Wait(Cancel);
            var told = File.Exists(Told) ? File.ReadAllLines(Told) : [];
            for (; seen < told.Length; seen++)
            {
                published.Add((machine.Times[^1],
                    PublishedCheckJson.Read(told[seen][told[seen].IndexOf('{', StringComparison.Ordinal)..]).Check!));
            }
        });
        return published;
    }
}
