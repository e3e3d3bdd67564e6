namespace TimerProbe.Guest.Tests.References;

public class NtpPacketTests
{
    private const ulong Nonce = 0x1122_3344_5566_7788;

    // Version 4, mode 4, stratum 2, precision 2^-23; received 2026-01-01 00:00:00.5 UTC, sent 1/256 s later.
    private static readonly byte[] Answer =
    [
        0x24, 0x02, 0x06, 0xE9, 0x00, 0x00, 0x01, 0x20, 0x00, 0x00, 0x02, 0x10, 0xC0, 0x00, 0x02, 0x01,
        0xED, 0x00, 0x33, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,
        0xED, 0x00, 0x33, 0x80, 0x80, 0x00, 0x00, 0x00, 0xED, 0x00, 0x33, 0x80, 0x81, 0x00, 0x00, 0x00,
    ];

    [Fact]
    public void An_answer_has_two_times_and_how_good_they_are()
    {
        Assert.True(NtpPacket.Answers(Answer, Nonce));
        var told = NtpPacket.Parse(Answer).Value!;
        Assert.Equal(3_976_213_376_500_000_000 - 2_208_988_800_000_000_000, told.Received);
        Assert.Equal(3_906_250, told.Sent - told.Received);
        Assert.Equal(2, told.Stratum);
        Assert.Equal(119.2, told.PrecisionNs, 1);
    }

    [Fact]
    public void A_question_tells_nothing_but_its_number()
    {
        var question = NtpPacket.Question(Nonce);
        Assert.Equal(48, question.Length);
        Assert.Equal(0x23, question[0]);
        Assert.Equal(Answer[24..32], question[40..48]);
        Assert.All(question[1..40], item => Assert.Equal(0, item));
    }

    [Fact]
    public void The_era_after_2036_follows_on_the_one_before()
    {
        byte[] last = [.. Answer[..32], 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
        var told = NtpPacket.Parse(last).Value!;
        Assert.Equal(2_000_000_000, told.Sent - told.Received);
    }

    [Theory]
    [InlineData(0, 0xE4, "not synchronized")]
    [InlineData(1, 16, "not synchronized")]
    [InlineData(1, 200, "not synchronized")]
    [InlineData(0, 0x25, "did not send a server's answer")]
    [InlineData(1, 0, "refuses to report the time")]
    [InlineData(32, 0xEE, "no usable times")]
    public void An_answer_that_is_of_no_use_says_why(int at, byte value, string why)
    {
        var packet = Answer.ToArray();
        packet[at] = value;
        Assert.Contains(why, NtpPacket.Parse(packet).Why, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("RATE", "less often (RATE)")]
    [InlineData("DENY", "does not serve this machine")]
    [InlineData("RSTR", "does not serve this machine")]
    [InlineData("X123", "(X123)")]
    [InlineData("\u001b[2J", "refuses to report the time")]
    public void A_kiss_of_death_is_told_in_words(string code, string why)
    {
        byte[] packet = [0x24, 0, .. Answer[2..12], .. code.Select(letter => (byte)letter), .. Answer[16..]];
        Assert.True(NtpPacket.IsRefusal(packet));
        Assert.EndsWith(why, NtpPacket.Parse(packet).Why!.Replace("report the time (", "(", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', NtpPacket.Parse(packet).Why!);
    }

    [Fact]
    public void What_has_another_number_or_is_cut_short_answers_nothing()
    {
        Assert.False(NtpPacket.Answers(Answer, Nonce + 1));
        Assert.False(NtpPacket.Answers(Answer.AsSpan(0, 47), Nonce));
        Assert.Contains("cut short", NtpPacket.Parse(Answer.AsSpan(0, 47)).Why, StringComparison.Ordinal);
    }

    [Fact]
    public void No_bytes_make_it_throw() => Garbage.NeverThrows(Answer, bytes =>
    {
        NtpPacket.Answers(bytes, Nonce);
        NtpPacket.Parse(bytes);
    });

    [Theory]
    [InlineData("ntp.example.org", "ntp.example.org", 123)]
    [InlineData("10.0.0.1:1123", "10.0.0.1", 1123)]
    [InlineData("::1", "::1", 123)]
    [InlineData("[::1]:1123", "::1", 1123)]
    [InlineData("[2001:db8::5]", "2001:db8::5", 123)]
    public void A_server_is_named_with_or_without_its_port(string text, string host, int port)
    {
        Assert.Equal(new NtpAddress(host, port), NtpAddress.Parse(text));
        Assert.Equal(new NtpAddress(host, port), NtpAddress.Parse(new NtpAddress(host, port).ToString()));
    }

    [Theory]
    [InlineData("")]
    [InlineData("ntp example")]
    [InlineData("host:0")]
    [InlineData("host:70000")]
    [InlineData("ntp://host")]
    [InlineData(":123")]
    public void What_is_no_server_is_refused(string text) => Assert.Null(NtpAddress.Parse(text));
}
