// The file formats of Othello: round trips, the faults of damaged files, the conversions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "engines/error.hpp"
#include "engines/othello/archive.hpp"
#include "engines/othello/ggf.hpp"
#include "engines/othello/notation.hpp"
#include "engines/othello/sgf.hpp"
#include "tests/engines/othello/mutations.hpp"

namespace trilith::othello {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kStartBoard =
    "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

std::string data(const std::string& name) {
  std::ifstream file(std::string(TRILITH_TEST_DATA) + "/othello/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string fault_of(const std::string& text, FileFormat format) {
  try {
    parse_archive(text, format, "x");
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

// A WTHOR file of two games: one complete with a pass in it, one of four moves.
std::string two_games() {
  WthorFile file;
  file.header = {20, 26, 2, 24, 2025, 8, 24};
  const char* games[] = {
      "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7"
      "a3a4a1a2c1h2h1g2b8a8g7h8h7h6",
      "f5d6c3d3"};
  std::uint16_t number = 0;
  for (const char* moves : games) {
    GameRecord game;
    for (const Move move : parse_game(game.start, moves)) game.moves.push_back({move, ""});
    ++number;
    game.wthor = {number, static_cast<std::uint16_t>(number + 300), 7, 32, 33};
    file.games.push_back(game);
  }
  return wthor_bytes(file);
}

TEST(Ggf, ArchiveRoundTrip) {
  const std::string text = data("games.ggf");
  const Archive archive = parse_archive(text, FileFormat::ggf, "games.ggf");
  ASSERT_EQ(archive.games.size(), 12u);
  // Only the case of moves may differ, and a pass is written PA.
  std::string expected = lower(text);
  for (std::size_t at; (at = expected.find("[pass]")) != std::string::npos;) {
    expected.erase(at + 3, 2);
  }
  EXPECT_TRUE(lower(archive_text(archive, FileFormat::ggf)) == expected);
  EXPECT_TRUE(parse_archive(archive_text(archive, FileFormat::ggf), FileFormat::ggf, "x").games ==
              archive.games);
  const ArchiveCounts counts = count_games(archive.games);
  EXPECT_EQ(counts.games, 12);
  EXPECT_EQ(counts.unfinished, 0);
  EXPECT_EQ(counts.differing, 0);
  EXPECT_EQ(tag_value(archive.games[0], "PC"), "GGS/os");
  EXPECT_EQ(archive.games[0].moves[7], (RecordedMove{parse_square("d2"), "/2.39/0.01"}));
}

TEST(Ggf, AcceptsEveryFormOfAMove) {
  const std::string board = std::string("(;GM[OTHELLO]BO[") + kStartBoard + "]";
  const GameRecord game =
      parse_ggf_game(" 1 " + board + "B[F5]W[D6/0.00]B[c3//2.4]\nW[d3/-1.5/0.1];)\n");
  ASSERT_EQ(game.moves.size(), 4u);
  EXPECT_EQ(game.moves[1].note, "/0.00");
  EXPECT_EQ(game.moves[2].note, "//2.4");
  EXPECT_EQ(parse_archive("2 " + board + ";)" + board + ";)", FileFormat::ggf, "x").games.size(),
            2u);
}

TEST(Ggf, PassesMayBeWrittenOrLeftOut) {
  // White, to move, has no move; Black can turn b1.
  const std::string board =
      "(;GM[Othello]BO[8 *O------ -------- -------- -------- -------- -------- -------- -------- "
      "O]";
  const GameRecord left_out = parse_ggf_game(board + "B[c1];)");
  ASSERT_EQ(left_out.moves.size(), 2u);
  EXPECT_EQ(left_out.moves[0].move, kPass);
  EXPECT_EQ(parse_ggf_game(board + "W[PA]B[c1];)").moves, left_out.moves);
  EXPECT_EQ(parse_ggf_game(ggf_text(left_out)), left_out);
}

TEST(Ggf, APassAfterTheEndIsAccepted) {
  const std::string game =
      "(;GM[Othello]BO[8 *O------ -------- -------- -------- -------- -------- -------- -------- "
      "*]B[c1]";
  EXPECT_EQ(parse_ggf_game(game + "W[PA];)").moves.size(), 1u);
  EXPECT_EQ(parse_ggf_game(game + "W[PA]B[PA];)").moves.size(), 1u);
}

TEST(Ggf, NamesTheFault) {
  const std::string open = std::string("(;GM[Othello]BO[") + kStartBoard + "]";
  const auto fault = [](const std::string& text) { return fault_of(text, FileFormat::ggf); };
  EXPECT_THAT(fault("hello"), HasSubstr("expected '(;', found 'hello'"));
  EXPECT_THAT(fault("(;GM[Chess];)"), HasSubstr("GM[Chess] is not GM[Othello]"));
  EXPECT_THAT(fault("(;GM[Othello]"), HasSubstr("found the end of the text"));
  EXPECT_THAT(fault("(;GM[Othello"), HasSubstr("tag GM[ has no ']'"));
  EXPECT_THAT(fault("(;GMXX[Othello];)"), HasSubstr("expected a tag"));
  EXPECT_THAT(fault("(;BO[10 ---];)"), HasSubstr("is not 8, 64 squares"));
  EXPECT_THAT(fault(open + "B[f5]BO[" + kStartBoard + "];)"), HasSubstr("BO stands twice"));
  EXPECT_THAT(fault(open + "B[a1];)"), HasSubstr("move 1: move 'a1': Black would turn no disc"));
  EXPECT_THAT(fault(open + "W[f5];)"), HasSubstr("Black is to move"));
  EXPECT_THAT(fault(open + ";)" + open + "B[f5]W[PA];)"),
              StartsWith("file 'x': record 2 (near character 197): move 2: "));
}

TEST(Obf, RoundTrip) {
  const std::string text = data("hard-20-head.obf");
  const Archive archive = parse_archive(text, FileFormat::obf, "x");
  ASSERT_EQ(archive.positions.size(), 12u);
  EXPECT_EQ(archive.positions[0].moves[1], (ScoredMove{parse_square("f8"), -2}));
  const std::string written = archive_text(archive, FileFormat::obf);
  EXPECT_EQ(parse_archive(written, FileFormat::obf, "x").positions, archive.positions);
  std::string without_filler = text;
  for (std::size_t at; (at = without_filler.find(" --:-127;")) != std::string::npos;) {
    without_filler.erase(at, 9);
  }
  EXPECT_EQ(written, without_filler);
}

TEST(Obf, FormsAndFaults) {
  const std::string board = position_text(Position{});
  EXPECT_EQ(parse_obf_line(board).moves.size(), 0u);
  EXPECT_EQ(parse_obf_line(board + "; +12;").score, 12);
  EXPECT_EQ(parse_obf_line(board + "; F5:-2 ; c4:+0;\r").moves.size(), 2u);
  const auto fault = [&](const std::string& tail) {
    return fault_of("% comment\n" + board + tail, FileFormat::obf);
  };
  EXPECT_THAT(fault("; A1:+2;"), StartsWith("file 'x': record 1 (line 2): move 'A1': Black"));
  EXPECT_THAT(fault("; F5:+2; F5:+4;"), HasSubstr("stands twice"));
  EXPECT_THAT(fault("; F5:two;"), HasSubstr("'two' is not a score"));
  EXPECT_THAT(fault("; F5:+65;"), HasSubstr("score 65 is not -64..64"));
  EXPECT_THAT(fault("; +2; +4;"), HasSubstr("second bare score"));
  EXPECT_THAT(fault("; F5:99999999999;"), HasSubstr("is not a score"));
  EXPECT_THAT(fault("; --:-64;"), HasSubstr("may not pass"));
  EXPECT_THAT(fault(" X"), HasSubstr("too many"));
}

TEST(Wthor, RoundTripKeepsEveryByte) {
  const std::string bytes = two_games();
  ASSERT_EQ(bytes.size(), 16u + 2 * 68);
  const Archive archive = parse_archive(bytes, FileFormat::wthor, "x");
  EXPECT_EQ(archive_text(archive, FileFormat::wthor), bytes);
  const ArchiveCounts counts = count_games(archive.games);
  EXPECT_EQ(counts.unfinished, 1);
  EXPECT_EQ(counts.differing, 0);
  EXPECT_EQ(archive.games[1].wthor->black, 302);
  EXPECT_EQ(static_cast<unsigned char>(bytes[16 + 8]), 56);  // f5
}

TEST(Wthor, ReportsAResultThatIsNotOnTheBoard) {
  std::string bytes = two_games();
  bytes[16 + 6] = 40;
  const Archive archive = parse_archive(bytes, FileFormat::wthor, "x");
  EXPECT_EQ(count_games(archive.games).differing, 1);
}

TEST(Wthor, BoardSizeZeroMeansEight) {
  std::string bytes = two_games();
  bytes[12] = 0;
  EXPECT_EQ(archive_text(parse_archive(bytes, FileFormat::wthor, "x"), FileFormat::wthor), bytes);
}

TEST(Wthor, NamesTheFault) {
  const auto fault = [](std::size_t at, int value) {
    std::string bytes = two_games();
    bytes[at] = static_cast<char>(value);
    return fault_of(bytes, FileFormat::wthor);
  };
  EXPECT_THAT(fault(12, 10), HasSubstr("board size 10 is not 8"));
  EXPECT_THAT(fault(13, 1), HasSubstr("type 1 is not 0"));
  EXPECT_THAT(fault(4, 3), HasSubstr("3 games need 220 bytes, the file has 152"));
  EXPECT_THAT(fault(7, 255), HasSubstr("games need"));
  EXPECT_THAT(fault(16 + 6, 65), HasSubstr("record 1: disc counts 65 and 33"));
  EXPECT_THAT(fault(16 + 8, 11), HasSubstr("record 1: move 1: move 'a1': Black would turn no"));
  EXPECT_THAT(fault(16 + 68 + 9, 99), HasSubstr("record 2: move 2: byte 99 is no square"));
  EXPECT_THAT(fault(16 + 68 + 9, 0), HasSubstr("record 2: move 3 stands after the end"));
  EXPECT_THAT(fault_of("WTHOR", FileFormat::wthor), HasSubstr("5 bytes are too few"));
  EXPECT_THAT(fault_of(two_games() + "x", FileFormat::wthor), HasSubstr("the file has 153"));
}

TEST(Wthor, NamesOfPlayers) {
  std::string bytes(16, '\0');
  bytes += std::string("Zo\xeb\n") + std::string(16, '\0') + std::string(20, 'x');
  EXPECT_THAT(parse_wthor_names(bytes, kPlayerNameBytes, "x"),
              ::testing::ElementsAre("Zo\xc3\xab?", std::string(20, 'x')));
  EXPECT_THROW(parse_wthor_names(bytes + "y", kPlayerNameBytes, "x"), UserError);
}

TEST(Archive, WthorToGgfAndBack) {
  const std::string bytes = two_games();
  Archive archive = parse_archive(bytes, FileFormat::wthor, "x");
  add_wthor_tags(archive, {}, {"none", "First Open"});
  const std::string ggf = archive_text(archive, FileFormat::ggf);
  EXPECT_THAT(ggf, HasSubstr("PC[First Open]DT[2025]PB[#301]PW[#7]TY[8]RE[+0.000]BO[8 "));
  const Archive back = parse_archive(ggf, FileFormat::ggf, "x");
  ASSERT_EQ(back.games.size(), 2u);
  EXPECT_EQ(back.games[0].moves, archive.games[0].moves);
  const Archive again =
      parse_archive(archive_text(back, FileFormat::wthor), FileFormat::wthor, "x");
  EXPECT_EQ(again.games[0].moves, archive.games[0].moves);
  EXPECT_EQ(again.games[1].wthor->black, 302);
  EXPECT_EQ(again.header.year, 2025);
}

TEST(Archive, MovesAndBack) {
  const Archive archive = parse_archive(data("games.ggf"), FileFormat::ggf, "x");
  const std::string moves = archive_text(archive, FileFormat::moves);
  const Archive back = parse_archive("# comment\n\n" + moves, FileFormat::moves, "x");
  ASSERT_EQ(back.games.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(final_position(back.games[i]), final_position(archive.games[i]));
  }
  EXPECT_THAT(fault_of("f5d6\nf5f5\n", FileFormat::moves),
              StartsWith("file 'x': record 2 (line 2): game, move 2"));
}

TEST(Archive, PositionsOfAGame) {
  const Archive archive = parse_archive(data("games.ggf"), FileFormat::ggf, "x");
  const std::string obf = archive_text({{archive.games[0]}, {}, {}}, FileFormat::obf);
  const std::vector<ObfRecord> records = parse_obf(obf, "x");
  EXPECT_EQ(records.size(), 60u);
  EXPECT_EQ(records[7].moves, (std::vector<ScoredMove>{{parse_square("d2"), 2}}));
  // And positions as games without moves.
  const Archive positions{{}, records, {}};
  const Archive games =
      parse_archive(archive_text(positions, FileFormat::ggf), FileFormat::ggf, "x");
  ASSERT_EQ(games.games.size(), 60u);
  EXPECT_EQ(games.games[30].start, records[30].position);
  EXPECT_THROW(archive_text(positions, FileFormat::wthor), UserError);
  EXPECT_THROW(archive_text(games, FileFormat::moves), UserError);
  EXPECT_THROW(archive_text(games, FileFormat::wthor), UserError);
}

TEST(Archive, FormatsByName) {
  EXPECT_EQ(format_of_path("a/b.WTB"), FileFormat::wthor);
  EXPECT_EQ(format_of_path("x.txt"), FileFormat::moves);
  EXPECT_THROW(format_of_path("x"), UserError);
  EXPECT_THROW(parse_format("sgf"), UserError);
  EXPECT_EQ(format_name(parse_format("ggf")), "ggf");
}

std::string sgf_fault(const std::string& text) {
  try {
    parse_sgf_game(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "accepted";
}

std::string sgf_moves(const std::string& text) {
  std::vector<Move> moves;
  for (const RecordedMove& recorded : parse_sgf_game(text).moves) moves.push_back(recorded.move);
  return moves.empty() ? "" : game_text(moves, true);
}

TEST(Sgf, MainLine) {
  EXPECT_EQ(sgf_moves("(;FF[4]GM[2]SZ[8]C[a \\] b];B[f5];W[D6] C[x](;B[c3](;W[d3];B[c4])(;W[f4]))"
                      "(;B[c5]))"),
            "f5d6c3d3c4");
  EXPECT_EQ(sgf_moves(" ( ; Black[fe] ; White[df] ) "), "f5d6");  // two letters, long names
  EXPECT_EQ(sgf_moves("(;)"), "");
  // A pass in Go's manner, one left out, and a start that is set up.
  const std::string start = "(;AW[a1]AB[b1][c1][a2][h8]AE[h8]PL[W]";
  EXPECT_EQ(sgf_moves(start + ";W[d1])"), "d1");
  EXPECT_EQ(parse_sgf_game(start + ")").start.seat, kWhite);
  EXPECT_EQ(final_position(parse_sgf_game(start + ";W[d1];B[];W[a3])")).board.empty_count(), 58);
}

TEST(Sgf, FaultsNamePlaceAndReason) {
  EXPECT_THAT(sgf_fault(""), HasSubstr("near character 1: the text ends"));
  EXPECT_THAT(sgf_fault("(;GM[1])"), HasSubstr("GM is not 2"));
  EXPECT_THAT(sgf_fault("(;SZ[10])"), HasSubstr("SZ is not 8"));
  EXPECT_THAT(sgf_fault("(;B[f5];B[f6])"), HasSubstr("move 2: move 'f6': White is to move"));
  EXPECT_THAT(sgf_fault("(;B[a1])"), HasSubstr("move 1:"));
  EXPECT_THAT(sgf_fault("(;B[f5];AB[a1])"), HasSubstr("after the first node"));
  EXPECT_THAT(sgf_fault("(;B[f5"), HasSubstr("has no ']'"));
  EXPECT_THAT(sgf_fault("(;B f5)"), HasSubstr("expected a property"));
  EXPECT_THAT(sgf_fault(";B[f5]"), HasSubstr("before the game's '('"));
  EXPECT_THAT(sgf_fault("(;AB[])"), HasSubstr("set-up square"));
}

// A damaged input is refused with a message or read as something that can be written and read
// again.
void fuzz(const std::string& text, FileFormat format) {
  int accepted = 0;
  constexpr int kMutations = 4000;
  for (int unit = 0; unit < kMutations; ++unit) {
    Archive archive;
    try {
      archive = parse_archive(mutated(text, static_cast<std::uint64_t>(unit)), format, "x");
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), StartsWith("file 'x': "));
      EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("\n")));
      continue;
    }
    ++accepted;
    const std::string written = archive_text(archive, format);
    EXPECT_EQ(archive_text(parse_archive(written, format, "x"), format), written) << unit;
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, kMutations);
}

TEST(Fuzz, Sgf) {
  const std::string text = "(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6](;B[c3];W[])(;B[c5]))";
  int accepted = 0;
  for (int unit = 0; unit < 4000; ++unit) {
    GameRecord game;
    try {
      game = parse_sgf_game(mutated(text, static_cast<std::uint64_t>(unit)));
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), StartsWith("SGF, near character "));
      EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("\n")));
      continue;
    }
    ++accepted;
    EXPECT_TRUE(parse_ggf_game(ggf_text(game)) == game) << unit;
  }
  EXPECT_GT(accepted, 0);
}

TEST(Fuzz, MoveStrings) { fuzz("f5d6c3d3c4f4\nf5 d6 c3\n", FileFormat::moves); }

TEST(Fuzz, Obf) {
  const std::string text = data("hard-20-head.obf");
  fuzz(text.substr(0, text.find('\n', text.find('\n') + 1) + 1), FileFormat::obf);
}

TEST(Fuzz, Ggf) {
  const std::string text = data("games.ggf");
  fuzz(text.substr(0, text.find('\n') + 1), FileFormat::ggf);
}

TEST(Fuzz, Wthor) { fuzz(two_games(), FileFormat::wthor); }

}  // namespace
}  // namespace trilith::othello
